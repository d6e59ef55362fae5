import { create } from 'zustand';

type Announcement = { id: number; text: string; isFailure: boolean };

/** What has just succeeded or failed, said once, wherever the page went meanwhile. */
export const useAnnouncement = create<Announcement>(() => ({ id: 0, text: '', isFailure: false }));

export function announce(text: string): void {
  say(text, false);
}

/** Says over the page what no modal could: it stays until it is closed or something else is said. */
export function announceFailure(text: string): void {
  say(text, true);
}

function say(text: string, isFailure: boolean): void {
  useAnnouncement.setState(({ id }) => ({ id: id + 1, text, isFailure }));
}
