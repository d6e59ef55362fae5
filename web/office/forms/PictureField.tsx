import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { checkPicture, PICTURE_TYPES, type PictureShape } from '#domain/pictures/picture.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { FileZone } from '#web/shared/ui/FileZone.tsx';
import styles from './PictureField.module.css';

type Props = {
  ref?: (field: HTMLInputElement | null) => void;
  label: string;
  previewLabel: string;
  current: ReactNode;
  /** CSS pixels; the server fits the picture to `shape` */
  size: { width: number; height: number };
  shape: PictureShape;
  notPictureError: string;
  hint: string;
  unsentFile: File | null;
  error: string | undefined;
  onChoose: (unsentFile: File | null) => void;
};

export function PictureField(props: Props) {
  const { ref, label, current, size, notPictureError, hint, unsentFile, error, onChoose } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string>();
  const shownError = refused ?? error;

  function choose(chosen: File) {
    const found = checkPicture(chosen, notPictureError);
    setRefused(found);
    onChoose(found ? null : chosen);
  }

  function removeFile() {
    setRefused(undefined);
    onChoose(null);
    input.current?.focus();
  }

  return (
    <div className={styles.field}>
      <p id={`${id}-title`} className={styles.label}>
        {label}
      </p>
      <FileZone
        ref={(field) => {
          input.current = field;
          ref?.(field);
        }}
        id={id}
        titledBy={`${id}-title`}
        accept={PICTURE_TYPES.join(',')}
        aria-invalid={shownError !== undefined}
        aria-describedby={`${id}-hint${shownError === undefined ? '' : ` ${id}-error`}`}
        choose="Choisir une image"
        orDrop="ou déposez-la ici"
        onChoose={choose}
      >
        <span className={styles.frame} style={{ width: size.width, height: size.height }}>
          {unsentFile ? <Preview {...props} file={unsentFile} /> : current}
        </span>
      </FileZone>
      {unsentFile ? (
        <p className={styles.chosen}>
          <span className={styles.name}>{unsentFile.name}</span>
          <Button variant="secondary" className={styles.back} onClick={removeFile}>
            Ne pas changer
          </Button>
        </p>
      ) : null}
      <p id={`${id}-hint`} className={styles.hint}>
        PNG, JPEG ou WebP, 5 Mio au plus. {hint}
      </p>
      <p id={`${id}-error`} className={styles.error} role="alert">
        {shownError}
      </p>
    </div>
  );
}

/** Drawn on a canvas, because the page's policy allows pictures from the server alone. */
type PreviewProps = Pick<Props, 'previewLabel' | 'size' | 'shape'> & { file: File };

function Preview({ file: unsentFile, previewLabel, size: { width, height }, shape: { fit } }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  useEffect(() => {
    let isGone = false;
    createImageBitmap(unsentFile).then(
      (picture) => {
        if (!isGone && canvas.current) draw(canvas.current, picture, fit);
        setUnreadable(false);
        picture.close();
      },
      () => setUnreadable(true),
    );
    return () => {
      isGone = true;
    };
  }, [unsentFile, fit]);
  return (
    <>
      <canvas
        ref={canvas}
        data-fit={fit}
        className={styles.picture}
        style={{ width, height }}
        width={2 * width}
        height={2 * height}
        role="img"
        aria-label={previewLabel}
        hidden={isUnreadable}
      />
      {isUnreadable ? <span className={styles.none}>Aperçu impossible</span> : null}
    </>
  );
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, fit: PictureShape['fit']): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const scales = [canvas.width / picture.width, canvas.height / picture.height];
  const scale = fit === 'cover' ? Math.max(...scales) : Math.min(...scales, 2);
  const width = picture.width * scale;
  const height = picture.height * scale;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
}
