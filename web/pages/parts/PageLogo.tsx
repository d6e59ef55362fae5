import logos from '#web/shared/ui/Logo.module.css';
import { useSite } from '../site.ts';

// Logo of web/shared/ui without its script. A missing one leaves its ground.
export function PageLogo({ logo, isLazy = false }: { logo: string; isLazy?: boolean }) {
  const { imagesUrl } = useSite();
  return (
    <span className={logos.frame} aria-hidden="true">
      <img
        className={logos.logo}
        src={`${imagesUrl}/companies/${encodeURIComponent(logo)}.png`}
        alt=""
        width={150}
        height={80}
        loading={isLazy ? 'lazy' : 'eager'}
        decoding="async"
      />
    </span>
  );
}
