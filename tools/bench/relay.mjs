/**
 * The minimum cost of a gateway on Node.js: copies bytes between keep-alive connections without parsing them.
 * Argument: the target URL. Reports its port to its parent.
 */
import { Agent, createServer, request } from 'node:http';

const { hostname: host, port } = new URL(process.argv[2]);
const agent = new Agent({ keepAlive: true, noDelay: true });
const server = createServer({ noDelay: true }, (incoming, response) => {
  const { method, url: path, headers } = incoming;
  const outgoing = request(
    { agent, host, port, path, method, headers: { ...headers, host: `${host}:${port}` } },
    (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    },
  );
  outgoing.on('error', () => response.writeHead(502).end());
  incoming.pipe(outgoing);
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
