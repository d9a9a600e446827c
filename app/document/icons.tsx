import { logoFile } from '../../domain/shop/logo.ts';

export function Icons({ logo }: { logo: string | undefined }) {
  return (
    <>
      <link rel="icon" href={logo ? logoFile(logo, 'icon-32.png') : '/favicon.svg'} />
      <link rel="apple-touch-icon" href={logo ? logoFile(logo, 'icon-180.png') : '/icons/apple-touch.png'} />
    </>
  );
}
