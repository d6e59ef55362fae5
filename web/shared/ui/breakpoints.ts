/** The widths of media.css that decide what is drawn, and not only how. */
export const MEDIA = { '--phone': '(width < 640px)', '--desktop-up': '(width >= 1000px)' } as const;
