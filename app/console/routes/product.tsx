import { Screen } from '../components/screen.tsx';

export default function Stub() {
  return <Screen title="product">soon</Screen>;
}
