import { Link } from 'react-router';
import { type ButtonProps, buttonClass } from '#web/shared/ui/Button.tsx';
import { Icon, type IconName } from '#web/shared/ui/Icon.tsx';

type Props = ButtonProps & { to: string; icon?: IconName; children: string };

/** What looks like a button and leads to a page. */
export function ActionLink({ to, icon, variant, size, children }: Props) {
  return (
    <Link className={buttonClass({ variant, size })} to={to}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </Link>
  );
}
