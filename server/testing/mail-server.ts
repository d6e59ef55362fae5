import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** Answer of the server, or its failure to answer. */
export type Reply = 'accept' | 'hang' | 'drop' | { code: number; says: string };

export interface MailServer {
  url: string;
  /** messages received completely, in order, accepted or not */
  received: { mail: Email; raw: string; to: string; isSecure: boolean }[];
  close(): Promise<void>;
}

type Behaviour = {
  /** called for each recipient */
  onRecipient?: (to: string) => Reply | Promise<Reply>;
  /** called after each complete message */
  onText?: () => Reply | Promise<Reply>;
  options?: SMTPServerOptions;
  port?: number;
};

/** SMTP server with the answers that the test gives. */
export async function openMailServer({
  onRecipient,
  onText,
  options,
  port = 0,
}: Behaviour = {}): Promise<MailServer> {
  const received: MailServer['received'] = [];
  const answer = async (ask: Behaviour['onText'], done: (error?: Error | null) => void) => {
    const reply = (await ask?.()) ?? 'accept';
    if (reply === 'accept') done();
    else if (reply === 'drop') for (const { _socket } of server.connections) _socket.destroy();
    else if (reply !== 'hang') done(Object.assign(new Error(reply.says), { responseCode: reply.code }));
  };
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 1,
    logger: false,
    onRcptTo: ({ address }, _session, done) => void answer(() => onRecipient?.(address) ?? 'accept', done),
    onData: async (stream, session, done) => {
      const raw = await buffer(stream).catch(() => null);
      if (!raw) return;
      const [to] = session.envelope.rcptTo;
      received.push({
        mail: await PostalMime.parse(raw),
        raw: raw.toString(),
        to: to?.address ?? '',
        isSecure: session.secure,
      });
      await answer(onText, done);
    },
    ...options,
  });
  // connections that tests drop on purpose
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  // a server that listens on TCP has an address with a port
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
