import flag from '#web/shared/ui/Flag.module.css';
import logos from '#web/shared/ui/Logo.module.css';
import { useSite } from '../site.ts';

type Props = { kind: 'currency' | 'company'; name: string; isLazy?: boolean };

const FRAMES = {
  currency: { folder: 'currencies', frame: flag.disc, image: undefined, size: { width: 24, height: 24 } },
  company: { folder: 'companies', frame: logos.frame, image: logos.logo, size: { width: 150, height: 80 } },
};

// Flag or logo of web/shared/ui without its script. A missing one leaves its ground.
export function PageImage({ kind, name, isLazy = false }: Props) {
  const { imagesUrl } = useSite();
  const { folder, frame, image, size } = FRAMES[kind];
  return (
    <span className={frame} aria-hidden="true">
      <img
        className={image}
        src={`${imagesUrl}/${folder}/${encodeURIComponent(name)}.png`}
        alt=""
        {...size}
        loading={isLazy ? 'lazy' : 'eager'}
        decoding="async"
      />
    </span>
  );
}
