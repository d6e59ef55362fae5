import { create } from 'zustand';

type Announcement = { id: number; text: string };

/** What has just succeeded, said once, wherever the page went meanwhile. */
export const useAnnouncement = create<Announcement>(() => ({ id: 0, text: '' }));

export function announce(text: string): void {
  useAnnouncement.setState(({ id }) => ({ id: id + 1, text }));
}
