import { describe, expect, test } from 'vitest';
import { pictureName, pictureSources, pictureUrl } from './picture.ts';

describe('pictures', () => {
  test('of the shop have three widths and two formats', () => {
    expect(pictureSources('/images/p/0a1b-320.webp')).toEqual({
      avif: '/images/p/0a1b-320.avif 320w, /images/p/0a1b-480.avif 480w',
      src: '/images/p/0a1b-320.webp',
    });
    expect(pictureSources('/images/p/0a1b-320.webp', true)).toEqual({
      avif: '/images/p/0a1b-160.avif 160w, /images/p/0a1b-320.avif 320w',
      src: '/images/p/0a1b-320.webp',
    });
    expect(pictureName(pictureUrl('u/0a1b'))).toBe('u/0a1b');
  });

  test.each(['https://example.com/rui.jpg', 'http://example.com/rui.jpg', '/default-profile.svg'])(
    'at %s are used unchanged',
    (imgUrl) => {
      expect(pictureSources(imgUrl)).toEqual({ src: imgUrl });
    },
  );

  test.each(['', null, 'rui.png', 'javascript:alert(1)', 'data:image/png;base64,AA', '//example.com/rui.jpg'])(
    '%j has no sources',
    (imgUrl) => {
      expect(pictureSources(imgUrl)).toBeNull();
    },
  );

  test.each(['/images/p/../../secret-320.webp', '/images/x/0a1b-320.webp', '/images/p/0a1b-160.webp', ''])(
    '%j is no address of an own picture',
    (imgUrl) => {
      expect(pictureName(imgUrl)).toBeNull();
    },
  );
});
