import { vi } from 'vitest';

export class Stream {
  static opened: Stream[] = [];
  readonly headers: Headers;
  isClosed = false;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #resolve: (answer: Response) => void = () => undefined;
  readonly answer = new Promise<Response>((resolve) => {
    this.#resolve = resolve;
  });

  constructor({ headers, signal }: RequestInit) {
    this.headers = new Headers(headers);
    signal?.addEventListener('abort', () => {
      this.isClosed = true;
    });
    Stream.opened.push(this);
  }

  static get last(): Stream | undefined {
    return Stream.opened.at(-1);
  }

  async open(): Promise<void> {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
    });
    this.#resolve(new Response(body));
    await settle();
  }

  async send(name: string): Promise<void> {
    this.#controller?.enqueue(new TextEncoder().encode(`event: ${name}\ndata: {}\n\n`));
    await settle();
  }

  async refuse(): Promise<void> {
    this.#resolve(new Response(null, { status: 503 }));
    await settle();
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await vi.advanceTimersByTimeAsync(0);
}

export function stubStreams(): void {
  Stream.opened = [];
  vi.stubGlobal('fetch', (_address: string, options: RequestInit) => new Stream(options).answer);
}
