export type WriteLater = {
  /** Writes within so long of the first time that this was called, and not once for each. Costs nothing. */
  soon(): void;
  /** Writes now. One after the other: whoever waits for it waits for what another one took, too. */
  flush(): Promise<void>;
};

/** What is counted in memory, written down together: `within` milliseconds, which end with the process if it does. */
export function writeLater(write: () => Promise<void>, within: number): WriteLater {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    writing = writing.then(() => {
      clearTimeout(timer);
      timer = undefined;
      return write();
    });
    return writing;
  }

  return {
    soon() {
      timer ??= setTimeout(() => void flush(), within).unref();
    },
    flush,
  };
}
