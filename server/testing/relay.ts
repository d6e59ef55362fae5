import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface Relay {
  /** The database's address through the relay. */
  url: string;
  /** The database is away: what is open breaks, and nothing connects any more. */
  cut(): Promise<void>;
  /** It is back at the same address. */
  mend(): Promise<void>;
  /** The database is away without a word: what is open carries nothing more, and what connects is not heard. */
  freeze(): void;
  /** The database is short of breath: what is open goes on, what connects is not heard. */
  deafen(): void;
  /** How many connections it was asked for. */
  asked(): number;
  /** What was said meanwhile arrives. */
  thaw(): void;
  close(): Promise<void>;
}

/** A way to a real database that a test can cut. */
export async function openRelay(url: string): Promise<Relay> {
  const target = new URL(url);
  const far = { host: target.hostname, port: Number(target.port) };
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  const stopped = new Set<readonly [Socket, Socket]>();
  let isDeaf = false;
  let asked = 0;
  let server: Server | undefined;
  let port = 0;

  async function mend(): Promise<void> {
    const opened = createServer((near) => {
      asked += 1;
      const onward = connect(far);
      for (const socket of [near, onward]) {
        sockets.add(socket);
        // broken on purpose: nothing to tell
        socket.on('error', () => undefined);
        socket.on('close', () => {
          sockets.delete(socket);
          near.destroy();
          onward.destroy();
        });
      }
      const pair = [near, onward] as const;
      pairs.add(pair);
      near.on('close', () => {
        pairs.delete(pair);
        stopped.delete(pair);
      });
      if (isDeaf) stopped.add(pair);
      else near.pipe(onward).pipe(near);
    });
    await new Promise<void>((done, fail) => {
      opened.once('error', fail);
      opened.listen(port, '127.0.0.1', done);
    });
    // a server that listens on TCP has an address with a port
    port = (opened.address() as AddressInfo).port;
    server = opened;
  }

  async function cut(): Promise<void> {
    const closed = new Promise((done) => (server ? server.close(done) : done(undefined)));
    for (const socket of sockets) socket.destroy();
    await closed;
    server = undefined;
  }

  function freeze(): void {
    deafen();
    for (const pair of pairs) {
      const [near, onward] = pair;
      near.unpipe(onward).pause();
      onward.unpipe(near).pause();
      stopped.add(pair);
    }
  }

  function deafen(): void {
    isDeaf = true;
  }

  function thaw(): void {
    isDeaf = false;
    for (const [near, onward] of stopped) near.pipe(onward).pipe(near);
    stopped.clear();
  }

  await mend();
  target.port = String(port);
  return { url: target.href, cut, mend, freeze, deafen, asked: () => asked, thaw, close: cut };
}
