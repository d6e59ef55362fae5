export const MEDIA = {
  '--phone': '(width < 640px)',
  '--desktop-up': '(width >= 1000px)',
  '--touch': '(pointer: coarse)',
} as const;
