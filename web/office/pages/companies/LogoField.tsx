import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import type { Company } from '#domain/companies/company.ts';
import { LOGO_HEIGHT, LOGO_TYPES, LOGO_WIDTH, NO_LOGO, wrongLogo } from '#domain/companies/logo.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Icon } from '#web/shared/ui/Icon.tsx';
import { imageUrl } from '#web/shared/ui/images.ts';
import styles from './LogoField.module.css';

type Props = {
  /** receives the element that the form focuses */
  ref: (field: HTMLInputElement | null) => void;
  /** whose logo it is; null: a bureau that has none yet */
  company: Pick<Company, 'name' | 'logo'> | null;
  /** the one that was chosen and is not sent yet */
  file: File | null;
  error: string | undefined;
  onChoose: (file: File | null) => void;
};

/** A bureau's logo: the one it has, or the one that will take its place, chosen or dropped. */
export function LogoField({ ref, company, file, error, onChoose }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [refused, setRefused] = useState<string>();
  const wrong = refused ?? error;

  function choose(chosen: File | undefined) {
    if (!chosen) return;
    const found = wrongLogo(chosen);
    setRefused(found);
    onChoose(found ? null : chosen);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  }

  function takeBack() {
    setRefused(undefined);
    onChoose(null);
    input.current?.focus();
  }

  return (
    <div className={styles.field}>
      <p id={`${id}-title`} className={styles.label}>
        Logo
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the file is chosen by the field in it too */}
      <div
        className={styles.zone}
        data-over={isOver}
        data-wrong={wrong !== undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span className={styles.frame}>{file ? <Preview file={file} /> : <Current company={company} />}</span>
        <input
          ref={(field) => {
            input.current = field;
            ref(field);
          }}
          id={id}
          className={styles.input}
          type="file"
          accept={LOGO_TYPES.join(',')}
          aria-labelledby={`${id}-title ${id}-choose`}
          aria-invalid={wrong !== undefined}
          aria-describedby={`${id}-hint${wrong === undefined ? '' : ` ${id}-error`}`}
          onChange={(event) => {
            choose(event.currentTarget.files?.[0]);
            // the same file can be chosen again once it is mended
            event.currentTarget.value = '';
          }}
        />
        <label id={`${id}-choose`} className={styles.choose} htmlFor={id}>
          <Icon name="upload" />
          Choisir une image
        </label>
        <p className={styles.drop}>ou déposez-la ici</p>
      </div>
      {file ? (
        <p className={styles.chosen}>
          <span className={styles.name}>{file.name}</span>
          <Button variant="secondary" className={styles.back} onClick={takeBack}>
            Ne pas changer
          </Button>
        </p>
      ) : null}
      <p id={`${id}-hint`} className={styles.hint}>
        PNG, JPEG ou WebP, 5 Mio au plus. L’image est ramenée à {LOGO_WIDTH} × {LOGO_HEIGHT} pixels.
      </p>
      <p id={`${id}-error`} className={styles.error} role="alert">
        {wrong}
      </p>
    </div>
  );
}

function Current({ company }: Pick<Props, 'company'>) {
  const { name = '', logo = NO_LOGO } = company ?? {};
  const [missing, setMissing] = useState('');
  if (missing === logo || logo === NO_LOGO) return <span className={styles.none}>Aucun logo</span>;
  return (
    <img
      className={styles.logo}
      src={imageUrl('companies', logo)}
      alt={`Logo actuel de ${name}`}
      width={LOGO_WIDTH}
      height={LOGO_HEIGHT}
      onError={() => setMissing(logo)}
    />
  );
}

/** Drawn on a canvas: the page's policy shows no picture but the server's. */
function Preview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  useEffect(() => {
    let isGone = false;
    createImageBitmap(file).then(
      (picture) => {
        if (!isGone && canvas.current) draw(canvas.current, picture);
        setUnreadable(false);
        picture.close();
      },
      () => setUnreadable(true),
    );
    return () => {
      isGone = true;
    };
  }, [file]);
  return (
    <>
      <canvas
        ref={canvas}
        className={styles.logo}
        width={2 * LOGO_WIDTH}
        height={2 * LOGO_HEIGHT}
        role="img"
        aria-label="Aperçu du nouveau logo"
        hidden={isUnreadable}
      />
      {isUnreadable ? <span className={styles.none}>Aperçu impossible</span> : null}
    </>
  );
}

/** Centred, as large as the frame allows and never enlarged; at twice the frame's resolution, for dense screens. */
function draw(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const scale = Math.min(canvas.width / picture.width, canvas.height / picture.height, 2);
  const width = picture.width * scale;
  const height = picture.height * scale;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
}
