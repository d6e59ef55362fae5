import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Browser } from './office.ts';

/** Opens an event stream with the cookies of a back-office browser. */
export async function followStream<E>(app: FastifyInstance, who: Browser, path: string, name: string) {
  const cookie = [...who.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const { eventsOf, ...stream } = await openStream(app, path, { host: 'backoffice.localhost', cookie });
  return { ...stream, events: () => eventsOf<E>(name) };
}

/** Opens the event stream of a branch's screen. */
export function followBoard(app: FastifyInstance, secret: string) {
  return openStream(app, '/api/public/board', { host: 'localhost', authorization: `Bearer ${secret}` });
}

/** Opens an event stream and collects its text. */
async function openStream(app: FastifyInstance, path: string, headers: Record<string, string>) {
  const { port } = app.server.address() as AddressInfo;
  const accept = 'text/event-stream';
  const request = get({ host: '127.0.0.1', port, path, headers: { ...headers, accept }, agent: false });
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
  return {
    response,
    text: () => text,
    eventsOf: <E>(name: string): E[] =>
      [...text.matchAll(new RegExp(`^event: ${name}\\ndata: (.*)\\n\\n`, 'gm'))].map(([, data = '']) =>
        JSON.parse(data),
      ),
    isOver: () => isOver,
    close: () => request.destroy(),
  };
}
