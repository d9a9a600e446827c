/** The window's event when React has taken over the page. The inline scripts then end their work. */
export const HYDRATED = 'hydrated';
