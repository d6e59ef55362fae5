import { create } from 'zustand';

// `path`: page that it belongs to, and with which it goes.
type Announcement = { id: number; text: string; isFailure: boolean; path: string };

const pathOf = (address: string) => address.split('?')[0] ?? '';

export const useAnnouncement = create<Announcement>(() => ({ id: 0, text: '', isFailure: false, path: '' }));

// `address`: page that the act leads on to.
export function announce(text: string, address?: string): void {
  setAnnouncement(text, false, address);
}

export function announceFailure(text: string, address?: string): void {
  setAnnouncement(text, true, address);
}

export function clearAnnouncement(): void {
  useAnnouncement.setState({ text: '' });
}

export function leaveAnnouncement(pathname: string): void {
  const { text, path } = useAnnouncement.getState();
  if (text !== '' && path !== pathname) clearAnnouncement();
}

function setAnnouncement(text: string, isFailure: boolean, address = location.hash.slice(1)): void {
  useAnnouncement.setState(({ id }) => ({ id: id + 1, text, isFailure, path: pathOf(address) }));
}
