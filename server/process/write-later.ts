export type WriteLater = {
  soon(): void;
  flush(): Promise<void>;
};

/**
 * Batches counters held in memory into one write every `within` milliseconds. A crash loses at most that
 * interval.
 */
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
