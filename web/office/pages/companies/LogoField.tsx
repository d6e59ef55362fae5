import { useState } from 'react';
import type { Company } from '#domain/companies/company.ts';
import { LOGO_SHAPE, LOGO_TYPE_MESSAGE, NO_LOGO } from '#domain/companies/logo.ts';
import { imageUrl } from '#web/shared/ui/images.ts';
import styles from '../../forms/PictureField.module.css';
import { PictureField } from '../../forms/PictureField.tsx';

type Props = {
  ref: (field: HTMLInputElement | null) => void;
  company: Pick<Company, 'name' | 'logo'> | null;
  unsentFile: File | null;
  error: string | undefined;
  onChoose: (file: File | null) => void;
};

const { width, height } = LOGO_SHAPE;

export function LogoField({ company, ...field }: Props) {
  return (
    <PictureField
      {...field}
      label="Logo"
      previewLabel="Aperçu du nouveau logo"
      current={<StoredLogo company={company} />}
      size={LOGO_SHAPE}
      shape={LOGO_SHAPE}
      notPictureError={LOGO_TYPE_MESSAGE}
      hint={`L’image est ramenée à ${width} × ${height} pixels.`}
    />
  );
}

function StoredLogo({ company }: Pick<Props, 'company'>) {
  const { name = '', logo = NO_LOGO } = company ?? {};
  const [missing, setMissing] = useState('');
  if (missing === logo || logo === NO_LOGO) return <span className={styles.none}>Aucun logo</span>;
  return (
    <img
      className={styles.picture}
      src={imageUrl('companies', logo)}
      alt={`Logo actuel de ${name}`}
      width={width}
      height={height}
      onError={() => setMissing(logo)}
    />
  );
}
