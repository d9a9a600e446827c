import { documentRenderer } from '../document/render-document.tsx';
import styles from './console.css?inline';

export { handleError } from '../document/render-document.tsx';
export default documentRenderer(styles);
