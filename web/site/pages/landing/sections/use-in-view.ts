import { type RefObject, useEffect, useState } from 'react';

/** True from the moment that an element is near the window. */
export function useInView(element: RefObject<Element | null>, margin: string): boolean {
  const [wasSeen, setSeen] = useState(false);
  useEffect(() => {
    if (wasSeen || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [wasSeen, element, margin]);
  return wasSeen;
}
