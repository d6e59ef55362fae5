import { create } from 'zustand';

type Announcement = { id: number; text: string; isFailure: boolean };

export const useAnnouncement = create<Announcement>(() => ({ id: 0, text: '', isFailure: false }));

export function announce(text: string): void {
  setAnnouncement(text, false);
}

export function announceFailure(text: string): void {
  setAnnouncement(text, true);
}

function setAnnouncement(text: string, isFailure: boolean): void {
  useAnnouncement.setState(({ id }) => ({ id: id + 1, text, isFailure }));
}
