import type { MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router';
import { scrollToElement } from '#web/shared/ui/scroll.ts';
import type { Arrival } from './use-arrival.ts';

type Props = Omit<LinkProps, 'to' | 'onClick' | 'state'> & {
  section: string;
  onFollow?: () => void;
};

/**
 * Link to a part of the landing page. Hash history takes the anchors of the address, so the link scrolls by
 * itself; opened in another tab, it leads to the page.
 */
export function ScrollLink({ section, onFollow, ...props }: Props) {
  function follow(event: MouseEvent) {
    const target = document.getElementById(section);
    if (!target || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onFollow?.();
    scrollToElement(target);
    target.focus({ preventScroll: true });
  }
  const arrival: Arrival = { section };
  return <Link to="/" state={arrival} onClick={follow} {...props} />;
}
