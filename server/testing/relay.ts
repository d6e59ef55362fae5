import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface Relay {
  /** Address of the database through the relay. */
  url: string;
  /** Breaks open connections and refuses new ones. */
  cut(): Promise<void>;
  /** Accepts connections again at the same address. */
  mend(): Promise<void>;
  /** Stops traffic in both directions without closing connections. New ones get no answer. */
  freeze(): void;
  /** Leaves open connections alone. New ones get no answer. */
  deafen(): void;
  /** Number of connections requested so far. */
  asked(): number;
  /** Resumes traffic, and delivers the delayed bytes. */
  thaw(): void;
  close(): Promise<void>;
}

/** TCP proxy to a real database, which a test can interrupt. */
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
        // broken on purpose
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
