// LRU cache of bounded size. `sizeOf`: bytes of a value.
export function createByteCache<V>(maxBytes: number, sizeOf: (value: V) => number) {
  const values = new Map<string, V>();
  let bytes = 0;
  const remove = (key: string) => {
    const value = values.get(key);
    if (value === undefined) return;
    bytes -= sizeOf(value);
    values.delete(key);
  };
  return {
    get(key: string): V | undefined {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key: string, value: V): void {
      remove(key);
      values.set(key, value);
      bytes += sizeOf(value);
      for (const oldest of values.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
    },
    bytes: () => bytes,
  };
}
