import type { MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router';
import { scrollToElement } from '#web/shared/ui/scroll.ts';

type Props = Omit<LinkProps, 'to' | 'onClick'> & {
  /** the id of an element of the landing page that can take the focus */
  section: string;
};

/**
 * A link to a part of the landing page. Anchors of the address are taken by the routes (hash history), so
 * it goes there itself; opened in another tab, it leads to the page.
 */
export function ScrollLink({ section, ...props }: Props) {
  function follow(event: MouseEvent) {
    const target = document.getElementById(section);
    if (!target || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    scrollToElement(target);
    target.focus({ preventScroll: true });
  }
  return <Link to="/" onClick={follow} {...props} />;
}
