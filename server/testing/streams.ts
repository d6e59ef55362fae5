import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Browser } from './office.ts';

/** A stream as a browser of the back-office opens it: what it was told so far, and whether it has ended. */
export async function followStream<E>(app: FastifyInstance, who: Browser, path: string, name: string) {
  const { port } = app.server.address() as AddressInfo;
  const cookie = [...who.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const headers = { host: 'backoffice.localhost', cookie, accept: 'text/event-stream' };
  const request = get({ host: '127.0.0.1', port, path, headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  let isOver = false;
  response.setEncoding('utf8');
  response.on('data', (part) => {
    text += part;
  });
  response.on('end', () => {
    isOver = true;
  });
  response.on('error', () => undefined);
  const events = (): E[] =>
    [...text.matchAll(new RegExp(`^event: ${name}\\ndata: (.*)\\n\\n`, 'gm'))].map(([, data = '']) =>
      JSON.parse(data),
    );
  return { response, events, isOver: () => isOver, close: () => request.destroy() };
}
