export const MEDIA = { '--phone': '(width < 640px)', '--desktop-up': '(width >= 1000px)' } as const;
