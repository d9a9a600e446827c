import styles from './app.css?inline';
import { documentRenderer } from './document/render-document.tsx';

export { handleError } from './document/render-document.tsx';
export default documentRenderer(styles);
