// Imported before everything else by `npm start`: libraries choose their production code as they are first loaded.
process.env.NODE_ENV ??= 'production';
