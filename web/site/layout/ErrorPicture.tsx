type Props = { className?: string | undefined };

// Picture of a failure within a script, as the network that would fetch it may be away.
export default function ErrorPicture({ className }: Props) {
  return (
    <svg className={className} viewBox="0 0 320 200" width="320" height="200" aria-hidden="true">
      <rect width="320" height="200" rx="20" fill="#E4F1EC" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d="M0 152H60c26 0 18-52 44-52h10" stroke="#0B5D4B" strokeWidth="11" />
        <path d="M320 48H262c-26 0-18 52-44 52h-8" stroke="#2F8F78" strokeWidth="11" />
        <path
          d="M164 64V46M150 66l-9-14M178 62l8-14M164 138v16M151 136l-8 12M177 138l9 11"
          stroke="#B93A2B"
          strokeWidth="6"
        />
      </g>
      <path d="M144 85h15v8h-15zm0 22h15v8h-15z" fill="#F2B544" />
      <rect x="106" y="78" width="40" height="44" rx="10" fill="#10201C" />
      <rect x="176" y="74" width="38" height="52" rx="11" fill="#0B5D4B" />
      <path d="M176 84h12v10h-12zm0 22h12v10h-12z" fill="#E4F1EC" />
    </svg>
  );
}
