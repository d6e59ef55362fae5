import { create } from 'zustand';

const STORAGE_KEY = 'slash-key';

/** Keys “/”, which goes to the search, and “?”, which lists the keys: people who speak to their computer switch single keys off (WCAG 2.1.4). */
export const useSlashKey = create(() => ({ isOn: localStorage.getItem(STORAGE_KEY) !== 'off' }));

export function setSlashKey(isOn: boolean): void {
  localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off');
  useSlashKey.setState({ isOn });
  showSlashKey();
}

// read by SearchField
export function showSlashKey(): void {
  document.documentElement.dataset.slashKey = useSlashKey.getState().isOn ? 'on' : 'off';
}
