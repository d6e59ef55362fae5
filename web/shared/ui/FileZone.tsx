import { type DragEvent, type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react';
import styles from './FileZone.module.css';
import { Icon } from './Icon.tsx';

type Props = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'accept' | 'aria-describedby' | 'aria-invalid'
> & {
  ref?: Ref<HTMLInputElement>;
  titledBy?: string;
  choose: string;
  orDrop: string;
  chosen?: string;
  children?: ReactNode;
  onChoose: (file: File) => void;
};

export function FileZone({ titledBy, choose, orDrop, chosen, children, onChoose, ...field }: Props) {
  const ownId = useId();
  const { id = ownId } = field;
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined) => file && onChoose(file);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the file is chosen by the field in it too
    <div
      className={styles.zone}
      data-over={isOver}
      data-wrong={field['aria-invalid']}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      <input
        {...field}
        id={id}
        className={styles.input}
        type="file"
        aria-labelledby={titledBy && `${titledBy} ${id}-choose`}
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          // empty again, so that the same file can be chosen once it is mended
          event.currentTarget.value = '';
        }}
      />
      <label id={`${id}-choose`} className={styles.choose} htmlFor={id}>
        <Icon name="upload" />
        {choose}
      </label>
      {chosen ? <p className={styles.chosen}>{chosen}</p> : <p className={styles.drop}>{orDrop}</p>}
    </div>
  );
}
