/** The least that node:http can do: reads the body, answers the same bytes to all. */
import { createServer } from 'node:http';

const headers: string[] = JSON.parse(process.env.ANSWER_HEADERS ?? '[]');
const body = process.env.ANSWER_BASE64
  ? Buffer.from(process.env.ANSWER_BASE64, 'base64')
  : Buffer.from(process.env.ANSWER_BODY ?? '');

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, headers);
    response.end(body);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
