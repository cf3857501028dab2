export default () => ({inputs: {n: () => {}}, outputs: {pair: 7}});
