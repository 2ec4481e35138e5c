import type { Socket } from 'node:net';

/** An answer that a client would take, for servers to spoil. */
export interface GoodAnswer {
  readonly contentType: string;
  readonly body: string;
}

/** A server that breaks the rules of HTTP, or keeps to them and is no less of a trial. */
export interface HostileServer {
  /** What it does, after "a server that". */
  readonly name: string;
  /** Does it before there is a request. */
  readonly onConnect?: (socket: Socket) => void;
  /** Does it to a request. */
  readonly onRequest?: (socket: Socket, answer: GoodAnswer) => void;
}

/** Between two pieces of what comes bit by bit, ms. */
const pieceMs = 10;

/** The bytes of a good answer; with another status or more headers where those are given. */
export function written({ contentType, body }: GoodAnswer, status = '200 OK', ...headers: string[]): string {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return [`HTTP/1.1 ${status}`, `content-type: ${contentType}`, length, ...headers, '', body].join('\r\n');
}

/** The head of an answer whose body is longer than what comes of it. */
function unfinished({ contentType, body }: GoodAnswer, status = '200 OK'): string {
  const length = Buffer.byteLength(body) + 1_000;
  return `HTTP/1.1 ${status}\r\ncontent-type: ${contentType}\r\ncontent-length: ${length}\r\n\r\n${half(body)}`;
}

const half = (text: string) => text.slice(0, Math.ceil(text.length / 2));

const chunked = ({ contentType }: GoodAnswer) =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\ntransfer-encoding: chunked\r\n\r\n`;

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** Writes one thing after another as fast as they are taken, until the client leaves. */
function writeForEver(socket: Socket, piece: string): void {
  while (socket.writable && socket.write(piece));
  if (socket.writable) socket.once('drain', () => writeForEver(socket, piece));
}

/** Writes a piece every now and then until the client leaves. */
function trickle(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), pieceMs);
  socket.once('close', () => clearInterval(timer));
}

/** Writes, and then has the connection reset once that is on its way. */
function writeAndReset(socket: Socket, text: string): void {
  socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), pieceMs));
}

const onConnect: Record<string, NonNullable<HostileServer['onConnect']>> = {
  'closes a connection at once': (socket) => socket.destroy(),
  'resets a connection at once': (socket) => socket.resetAndDestroy(),
  'speaks another protocol before it is asked': (socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'),
  'never reads': (socket) => socket.pause(),
};

const onRequest: Record<string, NonNullable<HostileServer['onRequest']>> = {
  'closes the connection without an answer': (socket) => socket.end(),
  'resets the connection without an answer': (socket) => socket.resetAndDestroy(),
  'resets it in the middle of the head': (socket) => writeAndReset(socket, 'HTTP/1.1 200 OK\r\nContent-'),
  'resets it in the middle of the body': (socket, answer) => writeAndReset(socket, unfinished(answer)),
  'ends in the middle of the body': (socket, answer) => socket.end(unfinished(answer)),
  'ends in the middle of a chunk': (socket, answer) => socket.end(`${chunked(answer)}fff\r\n${half(answer.body)}`),
  'resets after a chunk': (socket, answer) => writeAndReset(socket, chunked(answer) + chunk(half(answer.body))),
  'gives a chunk no size': (socket, answer) => socket.write(`${chunked(answer)}what\r\n${answer.body}\r\n`),
  'answers twice': (socket, answer) => socket.write(written(answer) + written(answer)),
  'answers again later': (socket, answer) => {
    socket.write(written(answer));
    setTimeout(() => socket.write(written(answer)), pieceMs);
  },
  'sends more after the end': (socket, answer) => socket.write(`${written(answer)}and another thing\r\n\r\n`),
  'sends more after the last chunk': (socket, answer) =>
    socket.write(`${chunked(answer)}${chunk(answer.body)}0\r\n\r\nand another thing`),
  'resets after the end': (socket, answer) => writeAndReset(socket, written(answer)),
  'sends garbage': (socket) => socket.write(Buffer.from(Array.from({ length: 512 }, (_, at) => (at * 151) % 256))),
  'sends garbage as the body': (socket, answer) =>
    socket.write(written({ ...answer, body: '\0{"\\ud800"}[\x01\x7f]\r\n\r\ndata: {\r\n\r\n' })),
  'sends nothing as the body': (socket, answer) => socket.write(written({ ...answer, body: '' })),
  'has two lengths': (socket, answer) => socket.write(written(answer, '200 OK', 'content-length: 3')),
  'has a length below 0': (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nhello'),
  'has a status that is none': (socket, answer) => socket.write(written(answer, '999999 Whatever')),
  'has headers of a megabyte': (socket, answer) =>
    socket.write(written(answer, '200 OK', `x-large: ${'x'.repeat(1_048_576)}`)),
  'never ends its head': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    writeForEver(socket, `x-more: ${'x'.repeat(1_000)}\r\n`);
  },
  'never ends its body': (socket, answer) => {
    socket.write(chunked(answer));
    writeForEver(socket, chunk('x'.repeat(16_384)));
  },
  'repeats its body for ever': (socket, answer) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${answer.contentType}\r\n\r\n`);
    writeForEver(socket, answer.body.repeat(100));
  },
  'never answers': () => undefined,
  'falls silent in the middle of the body': (socket, answer) => socket.write(unfinished(answer)),
  'sends a byte now and then for ever': (socket, answer) => {
    socket.write(chunked(answer));
    trickle(socket, chunk(' '));
  },
  'sends informational answers for ever': (socket) =>
    writeForEver(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)),
  'switches to another protocol': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: mine\r\n\r\nhello'),
  'redirects to itself': (socket, answer) => socket.write(written(answer, '307 Temporary Redirect', 'location: /')),
  'redirects to nowhere': (socket, answer) => socket.write(written(answer, '302 Found', 'location: http://[')),
  'wants to know who asks': (socket, answer) =>
    socket.write(written(answer, '401 Unauthorized', 'www-authenticate: Bearer resource_metadata="/here"')),
  'wants to know which proxy asks': (socket, answer) =>
    socket.write(written(answer, '407 Proxy Authentication Required', 'proxy-authenticate: Basic')),
  'refuses the method with a body': (socket, answer) => socket.write(written(answer, '405 Method Not Allowed')),
  'fails with a body that it never ends': (socket, answer) => socket.write(unfinished(answer, '500 Oh')),
  'fails and resets': (socket, answer) => writeAndReset(socket, unfinished(answer, '500 Oh')),
  'says that there is no content, and sends some': (socket, answer) => socket.write(written(answer, '204 No Content')),
  'says that its body is packed, which it is not': (socket, answer) =>
    socket.write(written(answer, '200 OK', 'content-encoding: gzip')),
};

/** All of them. */
export const hostileServers: readonly HostileServer[] = [
  ...Object.entries(onConnect).map(([name, act]) => ({ name, onConnect: act })),
  ...Object.entries(onRequest).map(([name, act]) => ({ name, onRequest: act })),
];
