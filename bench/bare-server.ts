// The upper limit: node:http that always writes the same answer. Started as `node bench/bare-server.ts FILE`. FILE is
// JSON with alternating header names and values, and the body in base64. Prints its port.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { headers, body }: { headers: string[]; body: string } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const bytes = Buffer.from(body, 'base64');
const server = createServer((_req, res) => {
  res.writeHead(200, headers);
  res.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
