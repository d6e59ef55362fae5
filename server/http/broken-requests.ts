import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ApiError } from '#domain/api.ts';
import { UNREADABLE } from './plain-requests.ts';
import { API_HEADERS } from './security-headers.ts';

type Answer = { status: number } & ApiError;

const NO_REQUEST: Answer = { status: 400, message: UNREADABLE, code: 'bad_request' };
const BY_CODE: Record<string, Answer> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    message: 'La requête a mis trop de temps à arriver. Réessayez.',
    code: 'request_timeout',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: 'Les en-têtes de la requête sont trop volumineux.',
    code: 'headers_too_large',
  },
};

const newest = new WeakMap<Duplex, ServerResponse>();

export function registerBrokenRequests(app: FastifyInstance): void {
  app.server.on('request', (_request, response) => {
    if (response.socket) newest.set(response.socket, response);
  });
}

/**
 * Answers a malformed or endless HTTP request and closes the connection. Nothing is written while another
 * answer of the connection is under way, because the client would read it as part of that answer.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable && isNextToAnswer(newest.get(socket))) {
    socket.write(written(BY_CODE[error.code ?? ''] ?? NO_REQUEST));
  }
  socket.destroy(error);
}

function isNextToAnswer(last: ServerResponse | undefined): boolean {
  if (!last) return true;
  return last.req.complete ? last.writableFinished : !last.headersSent;
}

function written({ status, ...answer }: Answer): string {
  const body = JSON.stringify(answer);
  const headers = {
    ...API_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
