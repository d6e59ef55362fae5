import { useState } from 'react';
import { isUploadedPhoto } from '#domain/profile/photo.ts';
import { imageUrl } from '#web/shared/ui/images.ts';

// on this server, wherever the other pictures are
const OWN_PHOTOS = '/images/users';

type Props = { img: string; size: number; className: string | undefined; alt?: string };

/** Falls back to the default image (spec 6). */
export function UserPhoto({ img, size, className, alt = '' }: Props) {
  const [missing, setMissing] = useState('');
  const isMissing = img === '' || img === missing;
  const address = isUploadedPhoto(img) ? `${OWN_PHOTOS}/${img}.png` : imageUrl('users', img);
  return (
    <img
      className={className}
      src={isMissing ? `${OWN_PHOTOS}/default.png` : address}
      alt={alt}
      width={size}
      height={size}
      onError={() => setMissing(img)}
    />
  );
}
