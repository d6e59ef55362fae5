import { Link, type To } from 'react-router';
import { type ButtonProps, buttonClass } from '#web/shared/ui/Button.tsx';
import { Icon, type IconName } from '#web/shared/ui/Icon.tsx';

type Props = ButtonProps & {
  to: To;
  icon?: IconName;
  isCurrent?: boolean;
  children: string;
};

export function ActionLink({ to, icon, variant, size, isCurrent = false, children }: Props) {
  return (
    <Link
      className={buttonClass({ variant, size })}
      to={to}
      {...(isCurrent && { 'aria-current': 'true' as const })}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
    </Link>
  );
}
