/** The window's event when React has taken over the page. The inline scripts then end their work. */
export const HYDRATED = 'hydrated';

/** The performance mark when somebody has touched the page, turned the wheel or pressed a key: who scrolls is not moved any more. */
export const TOUCHED = 'touched';
