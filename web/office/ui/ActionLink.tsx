import { Link } from 'react-router';
import button from '#web/shared/ui/Button.module.css';
import { Icon, type IconName } from '#web/shared/ui/Icon.tsx';

type Props = { to: string; icon?: IconName; look?: 'plain' | 'quiet'; isSmall?: boolean; children: string };

/** What looks like a button and leads to a page: a link, so that it can be opened beside this one. */
export function ActionLink({ to, icon, look = 'plain', isSmall = false, children }: Props) {
  return (
    <Link
      className={[button.button, button[look], button.link, isSmall && button.small]
        .filter(Boolean)
        .join(' ')}
      to={to}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
    </Link>
  );
}
