import { create } from 'zustand';

const STORAGE_KEY = 'orders-sound';

export const useSound = create(() => ({ isOn: localStorage.getItem(STORAGE_KEY) === 'on' }));

export function setSound(isOn: boolean): void {
  localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off');
  useSound.setState({ isOn });
  // sample of the sound
  if (isOn) ring();
}

let context: AudioContext | undefined;
const TONES_HZ = [660, 880];
const TONE_SECONDS = 0.18;

export function ring(): void {
  // browsers refuse sound before the first press, and log it
  if (!useSound.getState().isOn || !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  const { currentTime: now, destination } = context;
  for (const [i, frequency] of TONES_HZ.entries()) {
    const volume = new GainNode(context, { gain: 0 });
    const start = now + i * TONE_SECONDS;
    volume.gain.setValueAtTime(0.2, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
    const tone = new OscillatorNode(context, { frequency });
    tone.connect(volume).connect(destination);
    tone.start(start);
    tone.stop(start + TONE_SECONDS);
  }
  void context.resume();
}
