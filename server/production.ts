// Imported before everything else by `npm start`, because libraries choose their production code when they are loaded.
process.env.NODE_ENV ??= 'production';
