/** Requests over connections that the proof holds, so that it knows which were under way at a moment. */
import http from 'node:http';

export type Asked = {
  host: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: object;
};

export type Answer = { status: number; headers: http.IncomingHttpHeaders; text: string };

/** The server could not be reached at all: nothing was sent. */
export class NotSentError extends Error {}

/** A request that the operating system has taken on an open connection, until its answer is whole. */
export type Flight = { path: string; isAnswered: boolean; status: number | null; end: Promise<void> };

/** One connection that is kept alive, opened again when it is lost; as many requests as callers wait. */
export class Line {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  /** what is under way now */
  readonly flights: Set<Flight>;

  constructor(port: number, flights: Set<Flight>) {
    this.#port = port;
    this.flights = flights;
  }

  ask({ host, method, path, headers = {}, body }: Asked): Promise<Answer> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const ended = Promise.withResolvers<void>();
    const flight: Flight = { path, isAnswered: false, status: null, end: ended.promise };
    const request = http.request({
      agent: this.#agent,
      host: '127.0.0.1',
      port: this.#port,
      method,
      path,
      headers: {
        ...headers,
        host: `${host}:${this.#port}`,
        ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      },
    });
    let isOver = false;
    const settle = () => {
      isOver = true;
      this.flights.delete(flight);
      ended.resolve();
    };
    request.on('finish', () => isOver || this.flights.add(flight));
    request.on('error', (error: NodeJS.ErrnoException) => {
      settle();
      reject(error.code === 'ECONNREFUSED' ? new NotSentError() : error);
    });
    request.on('response', (response) => {
      flight.status = response.statusCode ?? 0;
      let answer = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        answer += chunk;
      });
      response.on('close', () => {
        flight.isAnswered = response.complete;
        settle();
        if (!response.complete) return reject(new Error('the answer was cut off'));
        resolve({ status: flight.status ?? 0, headers: response.headers, text: answer });
      });
    });
    request.end(text);
    return promise;
  }

  close(): void {
    this.#agent.destroy();
  }
}
