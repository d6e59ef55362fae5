import flag from '#web/shared/ui/Flag.module.css';
import { useSite } from '../site.ts';

// Flag of web/shared/ui without its script.
export function PageFlag({ code, isLazy = false }: { code: string; isLazy?: boolean }) {
  const { imagesUrl } = useSite();
  return (
    <span className={flag.disc} aria-hidden="true">
      <img
        src={`${imagesUrl}/currencies/${encodeURIComponent(code)}.png`}
        alt=""
        width={24}
        height={24}
        loading={isLazy ? 'lazy' : 'eager'}
        decoding="async"
      />
    </span>
  );
}
