import { networkOf } from './network.ts';

export function createSlots({ byNetwork, inAll }: { byNetwork: number; inAll: number }) {
  const held = new Map<string, number>();
  let all = 0;
  return {
    /** Takes a slot and returns its release, which acts once. null: none is free. */
    take(address: string | undefined): (() => void) | null {
      const network = networkOf(address);
      const own = held.get(network) ?? 0;
      if (all >= inAll || own >= byNetwork) return null;
      held.set(network, own + 1);
      all += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        all -= 1;
        const rest = (held.get(network) ?? 0) - 1;
        if (rest > 0) held.set(network, rest);
        else held.delete(network);
      };
    },
  };
}
